import { attributesOf, XmlTokens, type TokenSink } from '../../package/xml-tokens.ts'
import { packageRefusals } from '../refusal.ts'

/**
 * Reads a whole part, elements of every namespace: each may hold a name. `tokens` says where each token stands
 * in the text of the part. Drawings of the older kind have marks of conditions, which are passed over.
 */
export function walk(content: Buffer, sinkOf: (tokens: () => XmlTokens) => TokenSink): void {
  const reader: XmlTokens = new XmlTokens(
    sinkOf(() => reader),
    packageRefusals,
    { conditions: true },
  )
  reader.write(content)
  reader.close()
}

/** The text of a part as its tokens are counted: without the mark of its encoding. */
export const textOf = (content: Buffer): string => content.toString('utf8').replace(/^\ufeff/, '')

export interface Relation {
  readonly id: string
  readonly type: string
  readonly target: string
  readonly outside: boolean
}

/** The relations of a list. */
export function relationsOf(content: Buffer): Relation[] {
  const found: Relation[] = []
  walk(content, () => ({
    open(name, raw) {
      if (name !== 'Relationship') return
      const { Id = '', Type = '', Target = '', TargetMode = '' } = attributesOf(raw)
      found.push({
        id: Id,
        type: Type.split('/').at(-1) ?? '',
        target: Target,
        outside: TargetMode.toLowerCase() === 'external',
      })
    },
    close: () => undefined,
  }))
  return found
}
