/** How often it is drawn. Source: specification, section 9. */
export const redrawMs = 500

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\p{Cc}/gu, '')

/** One tile: the lines one below the other, aslant. */
export function watermarkTile(lines: readonly string[]): string {
  const rows = lines.map((line, i) => `<tspan x="0" dy="${i === 0 ? 0 : 18}">${escaped(line)}</tspan>`).join('')
  const text = `<text transform="translate(24 150) rotate(-22)" font-size="13" font-family="monospace" fill="gray" fill-opacity="0.11">${rows}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="220">${text}</svg>`
}

const styleOf = (lines: readonly string[]): string =>
  'position:fixed;inset:0;z-index:30;pointer-events:none;' +
  `background-image:url("data:image/svg+xml,${encodeURIComponent(watermarkTile(lines))}")`

/** Draws the watermark over everything, and again where somebody has taken it away or changed it. Answers how to stop. */
export function drawWatermark(lines: readonly string[]): () => void {
  const made = () => {
    const sheet = document.createElement('div')
    sheet.setAttribute('aria-hidden', 'true')
    sheet.setAttribute('style', styleOf(lines))
    return sheet
  }
  const wanted = made().outerHTML
  let sheet = made()
  const draw = () => {
    if (sheet.parentElement === document.body && sheet.outerHTML === wanted) return
    sheet.remove()
    sheet = made()
    document.body.append(sheet)
  }
  draw()
  const timer = setInterval(draw, redrawMs)
  return () => {
    clearInterval(timer)
    sheet.remove()
  }
}
