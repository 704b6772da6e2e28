import { Piscina } from 'piscina'
import type { Assignment, AssignmentProblem } from './problem.ts'
import { solve } from './solve.ts'

/** Up to so many items an assignment takes less than a thread takes to start. */
const few = 200
/** Milliseconds; the measured 20 000 items of 5 experts among 2 000 take a fraction (bench/assignment.ts). */
const longestMs = 300_000

/** Works out an assignment without holding up the requests of this process. */
export async function assignmentOf(problem: AssignmentProblem): Promise<Assignment> {
  if (problem.items.length <= few) return solve(problem)
  const pool = new Piscina<AssignmentProblem, Assignment>({
    filename: new URL('./worker.ts', import.meta.url).href,
    maxThreads: 1,
    env: {},
  })
  try {
    return await pool.run(problem, { signal: AbortSignal.timeout(longestMs) })
  } finally {
    await pool.destroy()
  }
}
