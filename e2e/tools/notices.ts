/** A minute some minutes from now in Asia/Shanghai, as date and time fields have it. */
export const minuteIn = (minutes: number): string =>
  new Date(Date.now() + (8 * 60 + minutes) * 60_000).toISOString().slice(0, 16)

/** A PDF of one empty page. */
export const emptyPdf: Uint8Array<ArrayBuffer> = new Uint8Array(
  Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
  ),
)
