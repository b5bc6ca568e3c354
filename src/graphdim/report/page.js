// Draws every chart of the page. Numbers were computed, rounded and worded by graphdim; nothing is computed here.
const report = JSON.parse(document.getElementById("report").textContent);
const views = [];

async function draw(place, specification) {
  const options = { actions: false, renderer: "svg", tooltip: { theme: "custom" } };
  const { view } = await vegaEmbed(place, specification, options);
  views.push(view);
}

const drawn = report.graphs.flatMap(({ charts }, number) =>
  Object.entries(charts).map(([name, specification]) =>
    draw(document.querySelector(`#graph${number} [data-chart="${name}"]`), specification)));
await Promise.all(drawn);
document.documentElement.dataset.ready = "yes";
