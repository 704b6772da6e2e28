/** Documents of Word as blocks: paragraphs, formulas, pictures, tables. */
export type { Block, Paragraph, Piece, Table, WordDocument } from './blocks.ts'
export { readDocx } from './read.ts'
