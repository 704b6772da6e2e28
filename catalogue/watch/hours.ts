/** A lesson of a course, for its hours. */
export interface LessonDone {
  readonly seconds: number
  readonly complete: boolean
}

/**
 * What a course still owes somebody, in tenths of an hour: all of its hours once every lesson is complete, or
 * by lesson the share of their length, rounded down until the last. What was given is never taken back: a
 * lesson that was added later owes nothing twice.
 */
export function owedTenths(
  { tenths, byLesson }: { readonly tenths: number; readonly byLesson: boolean },
  lessons: readonly LessonDone[],
  given: number,
): number {
  const sum = (of: readonly LessonDone[]) => of.reduce((all, { seconds }) => all + seconds, 0)
  const all = sum(lessons)
  const done = sum(lessons.filter(({ complete }) => complete))
  if (all === 0) return 0
  const due = done === all ? tenths : byLesson ? Math.floor((tenths * done) / all) : 0
  return Math.max(0, due - given)
}
