export { researchEffects } from './effects.ts'
export { researchJudges } from './judges.ts'
