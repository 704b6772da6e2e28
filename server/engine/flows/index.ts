export { act, type Action, actions } from './act.ts'
export { atStop } from './at-stop.ts'
export { batch } from './batch.ts'
export { preview } from './preview.ts'
