/** The question bank: working copies, versions that never change, the way up, the shelf (0188, 0189). */
export {
  approveQuestion,
  keepForOneself,
  putOnline,
  raiseQuestion,
  returnQuestion,
  submitQuestion,
  takeOffline,
  withdrawQuestion,
} from './acts.ts'
export { carryQuestions, placeQuestions } from './carry.ts'
export { draftsOf } from './drafts.ts'
export { questionDetail, questionVersion } from './detail.ts'
export { questionPage, type ReadingNeeds } from './list.ts'
export { holdBack, keptForOneself, letGo } from './held.ts'
export { nearTo } from './near.ts'
export { filedPictures, pictureBytes, type PictureNeeds, printedPictures } from './pictures.ts'
export { changing, findRow, isWriter, rowOf, writtenBy, type QuestionAct, type QuestionNeeds } from './row.ts'
export { questionKind } from './shelving.ts'
export { mayTake, questionsToTake, type TakenQuestion, versionsToTake } from './taking.ts'
export { undoApproval, urgeQuestion } from './undo.ts'
export { waitingQuestions } from './waiting.ts'
export { type FileAddress, pointsOf, questionTextsOf, shownOne } from './shown.ts'
export {
  adaptQuestion,
  cleanedQuestion,
  createQuestion,
  createQuestions,
  editQuestion,
  filesOfValue,
  removeQuestion,
  takeBatchBack,
} from './write.ts'
