/** Comments below something that is shared, with answers; the feature says who may read and who may hide (0180). */
export { commentPage, type CommentedItem } from './read.ts'
export { hideComment, hideOwn, postComment, reportComment } from './write.ts'
export { decideComment, type DecidedComment, postForReview, shownComments } from './reviewed.ts'
