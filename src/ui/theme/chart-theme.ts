/** Colours and type of a chart: roles of the style sheets, as they are on the screen. Made anew when the theme changes. */
export function chartTheme() {
  const style = getComputedStyle(document.documentElement)
  const role = (name: string): string => style.getPropertyValue(name).trim()
  const quiet = { color: role('--ink-quiet'), fontFamily: role('--font-mono'), fontSize: 11 }
  return {
    surface: role('--surface'),
    title: {
      textStyle: { color: role('--ink'), fontFamily: role('--font-sans'), fontSize: 18, fontWeight: 600 },
      subtextStyle: { ...quiet, fontSize: 12, lineHeight: 17 },
    },
    // the second is no colour: a green one would be that of somebody's theme
    series: [role('--accent-mark'), role('--ink-quiet')],
    axis: { axisLine: { lineStyle: { color: role('--line') } }, axisTick: { show: false }, axisLabel: quiet },
    split: { splitLine: { lineStyle: { color: role('--line-quiet') } } },
    legend: { textStyle: { ...quiet, fontFamily: role('--font-sans') } },
    tooltip: {
      backgroundColor: role('--surface-raised'),
      borderColor: role('--line'),
      textStyle: { color: role('--ink'), fontSize: 12 },
    },
  }
}
