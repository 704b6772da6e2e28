/** Documents of Word as blocks: paragraphs, formulas, pictures, tables. */
export type { Block, Paragraph, Piece, Table, WordDocument } from './blocks.ts'
export type {
  ParagraphLook,
  WrittenBlock,
  WrittenCell,
  WrittenDocument,
  WrittenParagraph,
  WrittenPiece,
  WrittenTable,
} from './written.ts'
export { readDocx } from './read.ts'
export { writeDocx } from './write.ts'
