import sharp from 'sharp'

/** A photograph of a certificate, as a phone takes it: a real JPEG with something to read on it. */
export async function certificate(text: string): Promise<Buffer<ArrayBuffer>> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="850">
    <rect width="1200" height="850" fill="#f4ead2"/>
    <rect x="40" y="40" width="1120" height="770" fill="none" stroke="#8a2f24" stroke-width="8"/>
    <text x="600" y="240" font-size="84" text-anchor="middle" fill="#8a2f24">毕业证书</text>
    <text x="600" y="460" font-size="40" text-anchor="middle" fill="#222">${text}</text>
  </svg>`
  const picture = await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
  return Buffer.from(picture)
}

/** Words nobody else uses, so that a journey finds its own records on a portal others work on too. */
export const unique = (): string => Date.now().toString(36).slice(-6)
