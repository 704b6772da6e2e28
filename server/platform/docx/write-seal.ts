import { xmlElement } from '../../../catalogue/markup/letters.ts'
import { textXml } from './write-body.ts'

/** Twentieths of a point that the line and what stands beside it take from the left of a page. */
export const sealGutter = 900
const [across, along] = [900, 15_000] as const

const line = (text: string): string =>
  xmlElement(
    'w:p',
    {},
    xmlElement('w:pPr', {}, xmlElement('w:jc', { 'w:val': 'center' })),
    xmlElement('w:r', {}, textXml(text)),
  )

/**
 * The line at which a booklet is sealed, with what a pupil writes beside it: a table with upright letters that
 * stands at the edge of the page, in its head, where Word, WPS and LibreOffice keep it in its place.
 */
export const sealXml = (labels: readonly string[]): string =>
  xmlElement(
    'w:tbl',
    {},
    xmlElement(
      'w:tblPr',
      {},
      xmlElement('w:tblpPr', {
        'w:leftFromText': 0,
        'w:rightFromText': 0,
        'w:vertAnchor': 'page',
        'w:horzAnchor': 'page',
        'w:tblpX': 500,
        'w:tblpY': 900,
      }),
      xmlElement('w:tblW', { 'w:w': across, 'w:type': 'dxa' }),
      xmlElement(
        'w:tblBorders',
        {},
        xmlElement('w:right', { 'w:val': 'dashed', 'w:sz': 8, 'w:space': 0, 'w:color': '000000' }),
      ),
      xmlElement('w:tblLayout', { 'w:type': 'fixed' }),
    ),
    xmlElement('w:tblGrid', {}, xmlElement('w:gridCol', { 'w:w': across })),
    xmlElement(
      'w:tr',
      {},
      xmlElement('w:trPr', {}, xmlElement('w:trHeight', { 'w:val': along, 'w:hRule': 'exact' })),
      xmlElement(
        'w:tc',
        {},
        xmlElement(
          'w:tcPr',
          {},
          xmlElement('w:tcW', { 'w:w': across, 'w:type': 'dxa' }),
          xmlElement('w:textDirection', { 'w:val': 'btLr' }),
          xmlElement('w:vAlign', { 'w:val': 'center' }),
        ),
        line(labels.map((label) => `${label}______________`).join('　')),
        line([...'密封线内不要答题'].join('　　')),
      ),
    ),
  ) + xmlElement('w:p', {})
