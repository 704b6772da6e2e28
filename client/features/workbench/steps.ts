import type { ArchiveStep } from '../../../catalogue/contract/workspace.ts'

/** Whether nothing is left to be done for a step by the person the archive is about. */
export const isSettled = ({ state }: ArchiveStep): boolean => state === 'done' || state === 'handedIn'

/** The step to do now: the first that can be done. */
export const currentStep = (steps: readonly ArchiveStep[]): ArchiveStep | undefined =>
  steps.find((step) => !isSettled(step) && step.state !== 'waits')
