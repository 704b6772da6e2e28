import { z } from 'zod'
import { planBlock } from '../../../catalogue/preps/plan.ts'
import { useTypedCopy } from '../../engine/form/use-typed-copy.ts'

/** A plan as it is typed; the common one has no reflection. */
const planText = z.object({ blocks: z.array(planBlock).readonly(), reflection: z.string() })
export type PlanText = z.infer<typeof planText>

/** A plan while it is typed, with a copy on this computer until the server has it. */
export const useTypedPlan = (key: string, start: () => PlanText, version: number) =>
  useTypedCopy({ key, schema: planText, start, version })
