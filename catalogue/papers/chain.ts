import type { Step } from '../define.ts'
import { is } from '../rules/condition.ts'

/**
 * Who agrees to a paper: the own school uses it without review (resources.md, 6.1); the office of each further
 * level agrees to a wider reach, as to a question.
 */
export const paperChain: readonly Step[] = [
  { level: 'area', when: is('shareScope', '2', '3', '4', '9') },
  { level: 'city', when: is('shareScope', '3', '4', '9') },
  { level: 'province', when: is('shareScope', '4', '9') },
]
