import { nodeOf, nodesOf, type XmlNode } from '../../package/xml-tree.ts'

/** How the letters and lines of a paragraph look, as far as the PDF follows it. */
export interface Look {
  /** Points. */
  readonly size: number
  readonly bold: boolean
  readonly align: 'left' | 'center' | 'right'
}

/** 五号, what Word in Chinese writes with unless told otherwise. */
const usualSize = 10.5

type PartialLook = Partial<Look>

const isOn = (node: XmlNode | undefined): boolean | undefined =>
  node === undefined ? undefined : !['0', 'false', 'off', 'none'].includes(node.attributes['val'] ?? '')

function lettersSaid(properties: XmlNode | undefined): PartialLook {
  const halves = Number(nodeOf(properties, 'sz')?.attributes['val'])
  const bold = isOn(nodeOf(properties, 'b'))
  return {
    ...(halves > 0 && { size: Math.min(48, Math.max(6, halves / 2)) }),
    ...(bold !== undefined && { bold }),
  }
}

const aligns: Readonly<Record<string, Look['align']>> = {
  left: 'left',
  start: 'left',
  both: 'left',
  distribute: 'center',
  center: 'center',
  right: 'right',
  end: 'right',
}

function linesSaid(properties: XmlNode | undefined): PartialLook {
  const align = aligns[nodeOf(properties, 'jc')?.attributes['val'] ?? '']
  return align === undefined ? {} : { align }
}

/** The looks of paragraphs by their styles, each with what the styles below it say (ECMA-376, 17.7.2). */
export class Looks {
  readonly #styles = new Map<string, { readonly base: string | undefined; readonly said: PartialLook }>()
  readonly #usual: PartialLook
  readonly #default: string | undefined

  constructor(root: XmlNode | undefined) {
    const usual = nodeOf(root, 'docDefaults')
    this.#usual = {
      ...lettersSaid(nodeOf(usual, 'rPrDefault', 'rPr')),
      ...linesSaid(nodeOf(usual, 'pPrDefault', 'pPr')),
    }
    let first: string | undefined
    for (const style of nodesOf(root, 'style').filter(
      ({ attributes }) => attributes['type'] === 'paragraph',
    )) {
      const id = style.attributes['styleId'] ?? ''
      if (style.attributes['default'] === '1') first = id
      this.#styles.set(id, {
        base: nodeOf(style, 'basedOn')?.attributes['val'],
        said: { ...lettersSaid(nodeOf(style, 'rPr')), ...linesSaid(nodeOf(style, 'pPr')) },
      })
    }
    this.#default = first
  }

  /** A paragraph of one look: that of its first letters. */
  of(properties: XmlNode | undefined, letters: XmlNode | undefined): Look {
    const style = nodeOf(properties, 'pStyle')?.attributes['val'] ?? this.#default
    return {
      size: usualSize,
      bold: false,
      align: 'left',
      ...this.#usual,
      ...this.#styled(style, 0),
      ...linesSaid(properties),
      ...lettersSaid(letters),
    }
  }

  #styled(id: string | undefined, depth: number): PartialLook {
    const style = id === undefined ? undefined : this.#styles.get(id)
    // Styles that are based on each other in a circle end here.
    if (!style || depth > 10) return {}
    return { ...this.#styled(style.base, depth + 1), ...style.said }
  }
}
