// Sets every number and every chart to the λ of the slider. Each number was computed, rounded and worded by graphdim
// for each λ; nothing is computed here, so nothing can differ.
const report = JSON.parse(document.getElementById("report").textContent);
const slider = document.getElementById("lambda");
const views = [];

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

async function draw(place, specification) {
  const options = { actions: false, renderer: "svg", tooltip: { theme: "custom" } };
  const { view } = await vegaEmbed(place, specification, options);
  views.push(view);
}

const drawn = report.graphs.flatMap(({ charts }, number) =>
  Object.entries(charts).map(([name, specification]) =>
    draw(document.querySelector(`#graph${number} [data-chart="${name}"]`), specification)));
await Promise.all(drawn);
// What the page shows until the slider is moved may be a λ between its steps: the one that was asked for.
slider.addEventListener("input", () => show(Number(slider.value)));
document.documentElement.dataset.ready = "yes";
