import { ElementType, parseDocument } from 'htmlparser2'

/** A node of a parsed HTML or MathML text. */
export type MarkupNode = ReturnType<typeof parseDocument>['children'][number]
/** An element of a parsed text. */
export type Tag = Extract<MarkupNode, { attribs: unknown }>
type Text = Extract<MarkupNode, { type: ElementType.ElementType.Text }>

/** The nodes of a text from outside in, in their order. Never throws: what is unclosed is closed. */
export const parseMarkup = (text: string): readonly MarkupNode[] => parseDocument(text).children

export const isTag = (node: MarkupNode): node is Tag => node.type === ElementType.Tag
export const isText = (node: MarkupNode): node is Text => node.type === ElementType.Text
