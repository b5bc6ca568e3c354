
// Sets every number and every chart to the λ of the slider: each was worded by graphdim for each λ.
const slider = document.getElementById("lambda");

function show(weight) {
  const at = report.weights.indexOf(weight);
  document.getElementById("weight").value = slider.value;
  const moved = report.graphs.map(({ steps }, number) => ({ number, step: steps[at] })).filter(({ step }) => step);
  for (const { number, step } of moved) {
    const article = document.getElementById(`graph${number}`);
    for (const element of article.querySelectorAll("[data-step]")) element.textContent = step[element.dataset.step];
    article.querySelector("[data-place]").style.setProperty("--place", step.place);
    keepOrder(article.querySelector("tr.selected"), Number(step.dimension));
  }
  const dimensions = moved.map(({ step }) => step.dimension).join(", ");
  slider.setAttribute("aria-valuetext", `${slider.value}, dimension ${dimensions}`);
  for (const { number, view } of views)
    if (report.graphs[number].steps.length) view.signal("structure_weight", weight).runAsync();
}

// The costs stay in order of width.
function keepOrder(row, dimension) {
  if (!row) return;
  const wider = [...row.parentElement.querySelectorAll("[data-width]")].find((other) => Number(other.dataset.width) > dimension);
  row.parentElement.insertBefore(row, wider ?? null);
}

// What the page shows until the slider is moved may be a λ between its steps: the one that was asked for.
slider.addEventListener("input", () => show(Number(slider.value)));
