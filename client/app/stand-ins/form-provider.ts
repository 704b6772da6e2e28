/**
 * Stands in for the component library's form (vite.config.ts), which this house does not use: inputs import
 * it for a provider that only such a form draws.
 */
export function FormProvider(): never {
  throw new Error('forms are drawn by the engine, not by the component library')
}
