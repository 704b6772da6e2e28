import { useEffect } from 'react'

/** Leads to the first field at fault within a form, once faults have come back. */
export function useFocusOnFault(form: string, faults: object): void {
  useEffect(() => {
    document.querySelector<HTMLElement>(`${form} [aria-invalid="true"]`)?.focus()
  }, [form, faults])
}
