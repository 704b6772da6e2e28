export { act, type Action, actions } from './act.ts'
export { batch } from './batch.ts'
export { preview } from './preview.ts'
