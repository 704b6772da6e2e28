/**
 * Stands in for the component library's drawing of an empty box (vite.config.ts): a list of choices without
 * one says so in words (ui/library/antd-root.tsx).
 */
export default function NoDrawing(): never {
  throw new Error('an empty list of choices is told in words')
}
