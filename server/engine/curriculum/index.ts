/** The curriculum index: textbooks, chapters and points that resources, questions and lessons hang on (0173). */
export { keepShippedIndex } from './shipped.ts'
export { applyIndex, beginTextbook, keptNodes, ownTextbooks, previewIndex } from './write.ts'
export { choicesOf, offersChapters, textbooksFor, treeOf } from './read.ts'
