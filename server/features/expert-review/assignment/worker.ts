import type { Assignment, AssignmentProblem } from './problem.ts'
import { solve } from './solve.ts'

/** Works an assignment out in a thread, so that the requests of its process are answered meanwhile. */
export default (problem: AssignmentProblem): Assignment => solve(problem)
