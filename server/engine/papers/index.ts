/** Examination papers: working copies, versions, pinned questions, sealing, assembling (0191, 0192). */
export {
  approvePaper,
  archivePaper,
  publishPaper,
  raisePaper,
  returnPaper,
  revokePaper,
  withdrawPaper,
} from './acts.ts'
export { assemblePaper, similarTo } from './assembling.ts'
export { basketOf, putInBasket } from './basket.ts'
export { carryPapers, placePapers } from './carry.ts'
export { copyOf, paperDetail, readPaper, type PaperReading, type ReadPaper } from './detail.ts'
export { factsIn, pinnedOf, type PinnedQuestion } from './items.ts'
export { paperPage } from './list.ts'
export { sealedPapers } from './sealed-table.ts'
export { changing, type PaperAct, type PaperNeeds } from './row.ts'
export { askOpening, colleaguesOf, openDue, sealPaper } from './seal.ts'
export { paperKind } from './shelving.ts'
export { pointNames } from './shown.ts'
export { changeTemplate, dropTemplate, keepTemplate, templatesOf } from './templates.ts'
export { tellErrata } from './told.ts'
export { waitingPapers } from './waiting.ts'
export { createPaper, editPaper, pinsOf, removePaper } from './write.ts'
