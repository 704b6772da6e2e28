import { randomInt } from 'node:crypto'
import sharp from 'sharp'

/**
 * Characters that cannot be taken for one another, as strokes in a box of 10 by 14: no font is needed, so the
 * picture is the same on every machine.
 */
const strokes: Readonly<Record<string, string>> = {
  A: 'M0 14L5 0L10 14M2 9H8',
  C: 'M10 3C7-2 0-1 0 7C0 15 7 16 10 11',
  E: 'M9 0H0V14H9M0 7H7',
  F: 'M9 0H0V14M0 7H7',
  H: 'M0 0V14M10 0V14M0 7H10',
  J: 'M4 0H9V9C9 16 0 16 0 10',
  K: 'M0 0V14M9 0L0 8M3 6L10 14',
  L: 'M0 0V14H9',
  M: 'M0 14V0L5 8L10 0V14',
  N: 'M0 14V0L10 14V0',
  P: 'M0 14V0H5C12 0 12 8 5 8H0',
  R: 'M0 14V0H5C12 0 12 7 5 7H0M5 7L10 14',
  T: 'M0 0H10M5 0V14',
  X: 'M0 0L10 14M10 0L0 14',
  Y: 'M0 0L5 7L10 0M5 7V14',
  3: 'M1 2C4-2 11 0 9 5C8 7 5 7 4 7C11 7 11 13 7 14C4 15 1 14 0 12',
  4: 'M7 14V0L0 10H10',
  7: 'M0 0H10L4 14',
  9: 'M9 4C8-2 0-1 0 5C0 10 9 10 9 4C10 9 8 14 3 14',
}
const letters = Object.keys(strokes)

/** Four characters at random. */
export const randomText = (): string =>
  Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')

const between = (low: number, high: number) => low + (randomInt(1001) / 1000) * (high - low)
const ink = () => `rgb(${randomInt(20, 70)},${randomInt(40, 90)},${randomInt(80, 140)})`

function glyph(letter: string, index: number): string {
  const place = `translate(${19 + index * 33 + between(-3, 3)} ${15 + between(-4, 4)})`
  const scale = `scale(${between(1.7, 2.1)} ${between(1.7, 2.1)})`
  const bend = `rotate(${between(-20, 20)} 8 12) skewX(${between(-14, 14)}) ${scale}`
  const stroke = `stroke="${ink()}" stroke-width="${between(1.9, 2.4)}"`
  return `<path d="${strokes[letter]}" transform="${place} ${bend}" ${stroke}/>`
}

/** A bent line from the left edge to the right one. */
function line(): string {
  const point = (least: number, most: number) => `${randomInt(least, most)} ${randomInt(60)}`
  const path = `M${point(0, 20)}C${point(40, 70)} ${point(80, 120)} ${point(140, 160)}`
  return `<path d="${path}" stroke="${ink()}" stroke-width="${between(0.9, 1.3)}"/>`
}

/** Bends everything drawn in the group that names it, as uneven glass would. */
function distortion(): string {
  const turbulence = `baseFrequency="${between(0.03, 0.05)}" numOctaves="2" seed="${randomInt(10_000)}"`
  return `<filter id="f" x="0" y="0" width="1" height="1">
    <feTurbulence type="turbulence" ${turbulence}/>
    <feDisplacementMap in="SourceGraphic" scale="${between(5, 7)}"/>
  </filter>`
}

/** The text as a distorted PNG, 160 by 60, as a data address. */
export async function pictureOf(text: string): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="60">
    ${distortion()}
    <rect width="160" height="60" fill="#f3f5f8"/>
    <g fill="none" stroke-linecap="round" stroke-linejoin="round" filter="url(#f)">
      ${[...text].map(glyph).join('')}${line()}${line()}
    </g>
  </svg>`
  const png = await sharp(Buffer.from(svg)).png({ palette: true, colours: 32 }).toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}
