// A plot as SVG, drawn by ECharts without a browser.
import { createRequire } from 'node:module';

const require = createRequire(`${process.env.PACKAGES}/node_modules/`);
const echarts = require('echarts');

/** Both axes are logarithmic, so that a cost that is proportional to its input is a line of slope 1. */
export function plot({ x, series }) {
  const hasZero = Object.values(series).some(points => points.some(point => point.x === 0));
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 640, height: 400 });
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    legend: { top: 8 },
    grid: { left: 70, right: 30, top: 60, bottom: 50 },
    xAxis: { type: hasZero ? 'value' : 'log', name: x, nameLocation: 'middle', nameGap: 30, min: 'dataMin' },
    yAxis: { type: 'log', min: value => 10 ** Math.floor(Math.log10(value.min)) },
    series: Object.entries(series).map(([name, points]) => ({
      name, type: 'line', symbolSize: 7, data: points.filter(({ y }) => y > 0).map(point => [point.x, point.y]),
    })),
  });
  const svg = chart.renderToSVGString();
  // Its timer would keep the process alive.
  chart.dispose();
  return svg;
}
