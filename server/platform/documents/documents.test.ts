import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import JSZip from 'jszip'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { blindIdentity, type BlindHit } from '../../../catalogue/contract/research/blind.ts'
import { mimeOfName, type FileMime } from '../../../catalogue/kinds/file-types.ts'
import { inspect } from './index.ts'
import { who } from './test-sources.ts'

const folder = join(import.meta.dirname, 'test-documents')
const planted = z.object({
  kind: z.string(),
  place: z.string(),
  kept: z.boolean(),
  at: z.string().optional(),
})
const { identities, documents } = z
  .object({
    identities: z.array(blindIdentity),
    documents: z.array(z.object({ file: z.string(), planted: z.array(planted), unread: z.boolean() })),
  })
  .parse(JSON.parse(await readFile(join(folder, 'planted.json'), 'utf8')))

/** How a value may be written in a file: as it is, in two bytes a letter, in numbers of bytes. */
function forms(value: string): Buffer[] {
  const little = Buffer.from(value, 'utf16le')
  const big = Buffer.from(little).swap16()
  const numbers = big.toString('hex')
  return [Buffer.from(value), little, big, Buffer.from(numbers), Buffer.from(numbers.toUpperCase())]
}

/** Every stretch of bytes of a file, unpacked by other readers than those that are tested. */
async function stretches(file: string, content: Buffer): Promise<Buffer[]> {
  if (/\.(docx|pptx|xlsx)$/.test(file)) {
    const zip = await JSZip.loadAsync(content)
    const parts = await Promise.all(Object.values(zip.files).map((one) => one.async('nodebuffer')))
    // Runs of a word read together, beside the part as it is written.
    return parts.flatMap((part) => [part, Buffer.from(part.toString('utf8').replaceAll(/<[^>]*>/g, ''))])
  }
  const packed = [...content.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)endstream/g)].flatMap(
    ([, stream = '']) => {
      try {
        return [inflateSync(Buffer.from(stream, 'latin1'), { finishFlush: 2 })]
      } catch {
        return []
      }
    },
  )
  const zipped = file.endsWith('.png') ? pngTexts(content) : []
  return [content, ...packed, ...zipped]
}

const pngTexts = (content: Buffer) => {
  const at = content.indexOf('zTXt')
  return at < 0 ? [] : [inflateSync(content.subarray(content.indexOf(0, at) + 2), { finishFlush: 2 })]
}

const holds = (all: readonly Buffer[], value: string) =>
  all.some((one) => forms(value).some((form) => one.includes(form)))

const valuesOf = (kind: string): string[] =>
  kind === 'spelling'
    ? [who.spelling]
    : identities.filter((one) => one.kind === kind).map(({ value }) => value)

const lineOf = ({ kept, kind, place }: z.infer<typeof planted> | BlindHit) =>
  `${kept ? 'kept' : 'removed'} ${kind} ${place}`
const lines = (all: readonly (z.infer<typeof planted> | BlindHit)[]) =>
  [...new Set(all.map(lineOf))].toSorted()

const inspected = async (file: string) => {
  const content = await readFile(join(folder, file))
  // The portal redraws WebP; within documents it stands as it is.
  const mime = (file.endsWith('webp') ? 'image/png' : mimeOfName(file)) as FileMime
  return { content, ...(await inspect({ name: file, mime, content }, identities)) }
}

describe('forty documents written by LibreOffice and sharp', () => {
  it('are forty', () => expect(documents).toHaveLength(40))

  for (const { file, planted: list, unread } of documents)
    it(`${file}: what is planted is found where it stands, and nothing else`, async () => {
      const { inspection } = await inspected(file)
      expect(lines(inspection.hits)).toEqual(lines(list))
      for (const { kind, place, at } of list.filter((one) => one.at !== undefined))
        expect(inspection.hits).toContainEqual(expect.objectContaining({ kind, place, at }))
      expect(inspection.unread.length > 0).toBe(unread)
      expect(inspection.clean).toBe(!unread && !list.some(({ kept }) => kept))
    })

  for (const { file, planted: list } of documents)
    it(`${file}: another reader finds nothing in the copy of what it leaves out`, async () => {
      const { content, copy } = await inspected(file)
      const [before, after] = [await stretches(file, content), await stretches(file, copy)]
      const kept = new Set(list.filter((one) => one.kept).map(({ kind }) => kind))
      for (const { kind } of list.filter((one) => !one.kept && !kept.has(one.kind))) {
        expect(
          valuesOf(kind).some((value) => holds(before, value)),
          `${kind} before`,
        ).toBe(true)
        expect(
          valuesOf(kind).filter((value) => holds(after, value)),
          kind,
        ).toEqual([])
      }
      const again = await inspect(
        { name: 'a', mime: (mimeOfName(file) as FileMime) ?? 'image/png', content: copy },
        identities,
      )
      expect(lines(again.inspection.hits)).toEqual(lines(list.filter((one) => one.kept)))
    })

  for (const file of ['picture-1.jpg', 'picture-2-turned.jpg', 'picture-3.png', 'picture-4.webp'])
    it(`${file}: every pixel is as it was, and turned as it was`, async () => {
      const { content, copy } = await inspected(file)
      const [before, after] = [await sharp(content).metadata(), await sharp(copy).metadata()]
      expect(await sharp(copy).raw().toBuffer()).toEqual(await sharp(content).raw().toBuffer())
      expect(after.orientation ?? 1).toBe(before.orientation ?? 1)
      expect(after.xmp).toBeUndefined()
      expect(copy.length).toBeLessThan(content.length)
    })
})
