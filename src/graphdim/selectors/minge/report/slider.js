
// Sets every number and every chart to the λ of the slider: each was worded by graphdim for each λ.
const slider = document.getElementById("lambda");

function show(weight) {
  const at = report.weights.indexOf(weight);
  document.getElementById("weight").value = slider.value;
  report.graphs.forEach(({ steps }, number) => {
    const step = steps[at];
    const article = document.getElementById(`graph${number}`);
    for (const element of article.querySelectorAll("[data-step]")) element.textContent = step[element.dataset.step];
    article.querySelector("[data-place]").style.setProperty("--place", step.place);
  });
  const dimensions = report.graphs.map(({ steps }) => steps[at].dimension).join(", ");
  slider.setAttribute("aria-valuetext", `${slider.value}, dimension ${dimensions}`);
  for (const view of views) view.signal("structure_weight", weight).runAsync();
}

// What the page shows until the slider is moved may be a λ between its steps: the one that was asked for.
slider.addEventListener("input", () => show(Number(slider.value)));
