/** Whether a text is a moment, as the database tells it. */
export const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)
