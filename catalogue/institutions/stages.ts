import { stagesOfSchool } from '../dictionaries/dictionaries.ts'

/** What a school says of its stages: those it declares, and its type. */
export interface StagesOfSchool {
  readonly schoolStages: readonly string[] | null
  readonly schoolType: string | null
}

/**
 * Stages (dictionary schoolStage) that a school teaches: those it declares, else those of its type; empty
 * where neither says any, as for a centre.
 */
export const stagesTaught = ({ schoolStages, schoolType }: StagesOfSchool): readonly string[] =>
  schoolStages && schoolStages.length > 0
    ? schoolStages
    : schoolType === null
      ? []
      : stagesOfSchool(schoolType)
