import { attributeOf, XmlTokens } from '../package/xml-tokens.ts'
import type { Part } from '../package/zip.ts'
import { formatOf, type CellFormat } from './cell-text.ts'
import { packageRefusals } from './refusal.ts'

/** Most formats of a workbook; Excel takes 65 490. */
const mostFormats = 100_000

/** The formats of a workbook's cells, by the number that a cell names. */
export async function readFormats(part: Part | undefined): Promise<readonly CellFormat[]> {
  if (!part) return []
  const codes = new Map<number, string>()
  const found: CellFormat[] = []
  let inCells = false
  let inCodes = false
  const tokens = new XmlTokens(
    {
      open(name, attributes) {
        if (name === 'cellXfs') inCells = true
        else if (name === 'numFmts') inCodes = true
        // A format of the conditional ones has numbers of its own.
        if (name === 'numFmt' && inCodes)
          codes.set(Number(attributeOf(attributes, 'numFmtId')), attributeOf(attributes, 'formatCode') ?? '')
        if (name !== 'xf' || !inCells) return
        const id = Number(attributeOf(attributes, 'numFmtId') ?? 0)
        if (found.push(formatOf(id, codes.get(id))) > mostFormats) throw packageRefusals.tooMuch()
      },
      close(name) {
        if (name === 'cellXfs') inCells = false
        else if (name === 'numFmts') inCodes = false
      },
    },
    packageRefusals,
    { ownOnly: true },
  )
  for await (const piece of part.pieces()) tokens.write(piece)
  tokens.close()
  return found
}
