/** LIKE pattern of a text looked for inside another; its wildcards count as letters. */
export function within(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
