/**
 * A picture of a code that a phone scans, as a data address; what draws it is loaded when it is first wanted.
 */
export async function qrPicture(text: string): Promise<string> {
  const { renderSVG } = await import('uqr')
  return `data:image/svg+xml;base64,${btoa(renderSVG(text, { border: 2 }))}`
}
