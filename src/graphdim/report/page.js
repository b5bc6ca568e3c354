// Draws every chart of the page. Numbers were computed, rounded and worded by graphdim; nothing is computed here.
const report = JSON.parse(document.getElementById("report").textContent);
const views = [];

async function draw(number, name, specification) {
  const place = document.querySelector(`#graph${number} [data-chart="${name}"]`);
  const options = { actions: false, renderer: "svg", tooltip: { theme: "custom" } };
  const { view } = await vegaEmbed(place, specification, options);
  views.push({ number, view });
}

const drawn = report.graphs.flatMap(({ charts }, number) =>
  Object.entries(charts).map(([name, specification]) =>
    draw(number, name, specification)));
await Promise.all(drawn);
document.documentElement.dataset.ready = "yes";
