/** A minute of a form as it is read: 2026-11-28 08:30. */
export const minuteText = (minute: string): string => minute.slice(0, 16).replace('T', ' ')
