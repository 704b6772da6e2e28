import { letters, sheetText } from './sheet-xml.ts'

/** Author of our comments; a later check removes its own by this name. */
const author = '导入检查'

export interface FaultComment {
  /** From 0. */
  readonly column: number
  /** 1-based. */
  readonly row: number
  readonly text: string
}

const refOf = ({ column, row }: FaultComment): string => `${letters(column)}${row}`

export interface Comments {
  readonly comments: string
  readonly drawing: string
}

const emptyComments = (main: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<comments xmlns="${main}"><authors></authors><commentList></commentList></comments>`
const emptyDrawing =
  '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout></xml>'
const shapeType =
  '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'

const shape = ({ column, row }: FaultComment, id: number): string =>
  `<v:shape id="_x0000_s${id}" type="#_x0000_t202" style="position:absolute;margin-left:60pt;margin-top:2pt;width:180pt;height:60pt;z-index:1;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${column + 1}, 15, ${Math.max(row - 2, 0)}, 10, ${column + 4}, 15, ${row + 2}, 4</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`

const cellOf = (xml: string): string => {
  const row = /<x:Row>\s*(\d+)/.exec(xml)?.[1] ?? '0'
  const column = /<x:Column>\s*(\d+)/.exec(xml)?.[1] ?? '0'
  return `${letters(Number(column))}${Number(row) + 1}`
}

/**
 * Adds comments to those of a sheet. An earlier check's go; where somebody else wrote one, it stays instead.
 */
export function withComments(
  before: {
    readonly comments: string | undefined
    readonly drawing: string | undefined
    readonly main: string
  },
  added: readonly FaultComment[],
): Comments {
  let comments = before.comments ?? emptyComments(before.main)
  let drawing = before.drawing ?? emptyDrawing
  const prefix = /<((?:\w+:)?)authors\b/.exec(comments)?.[1] ?? ''
  comments = comments
    .replace(`<${prefix}authors/>`, `<${prefix}authors></${prefix}authors>`)
    .replace(`<${prefix}commentList/>`, `<${prefix}commentList></${prefix}commentList>`)
  const authors = [
    ...comments.matchAll(new RegExp(`<${prefix}author>([^<]*)</${prefix}author>|<${prefix}author/>`, 'g')),
  ]
  const known = authors.findIndex(([, name]) => name === author)
  const ours = known < 0 ? authors.length : known
  const gone = new Set<string>()
  const kept = new Set<string>()
  comments = comments.replaceAll(
    new RegExp(`<${prefix}comment\\b([^>]*)>[\\s\\S]*?</${prefix}comment>`, 'g'),
    (whole, attributes: string) => {
      const ref = /\bref="([^"]*)"/.exec(attributes)?.[1] ?? ''
      const mine = known >= 0 && /\bauthorId="(\d+)"/.exec(attributes)?.[1] === String(known)
      ;(mine ? gone : kept).add(ref)
      return mine ? '' : whole
    },
  )
  const fresh = added.filter((one) => !kept.has(refOf(one)))
  drawing = drawing.replaceAll(/<v:shape\b[\s\S]*?<\/v:shape>/g, (whole) =>
    gone.has(cellOf(whole)) ? '' : whole,
  )
  let id = Math.max(1024, ...[...drawing.matchAll(/_x0000_s(\d+)/g)].map(([, number]) => Number(number)))
  const shapes = fresh.map((one) => shape(one, (id += 1))).join('')
  const listed = fresh
    .map(
      (one) =>
        `<${prefix}comment ref="${refOf(one)}" authorId="${ours}"><${prefix}text><${prefix}t xml:space="preserve">${sheetText(one.text)}</${prefix}t></${prefix}text></${prefix}comment>`,
    )
    .join('')
  const type = drawing.includes('id="_x0000_t202"') ? '' : shapeType
  return {
    comments: comments
      .replace(
        `</${prefix}authors>`,
        () => `${known < 0 ? `<${prefix}author>${author}</${prefix}author>` : ''}</${prefix}authors>`,
      )
      .replace(`</${prefix}commentList>`, () => `${listed}</${prefix}commentList>`),
    drawing: drawing.replace(/<\/xml>\s*$/, () => `${type}${shapes}</xml>`),
  }
}
