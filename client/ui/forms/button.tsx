import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Icon, type IconName } from '../look/icon.tsx'

export type ButtonLook = 'plain' | 'primary' | 'danger' | 'text'

interface Looks {
  look?: ButtonLook
  large?: boolean
  icon?: IconName
}

function classOf({ look = 'plain', large }: Looks, more?: string): string {
  return ['x-button', look !== 'plain' && `x-button-${look}`, large && 'x-button-large', more]
    .filter(Boolean)
    .join(' ')
}

/**
 * A button of the pages without antd (sign-in, portal, shell, workspace home). `busy` keeps it focusable and
 * as wide, tells screen readers and ignores further clicks.
 */
export function Button({
  look,
  large,
  icon,
  busy,
  children,
  className,
  onClick,
  ...rest
}: Looks & { busy?: boolean; children?: ReactNode } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      className={classOf({ ...(look && { look }), ...(large && { large }) }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A link that looks like a button: it opens a page and changes nothing. */
export function ButtonLink({ look, large, icon, children, className, ...rest }: Looks & LinkProps) {
  return (
    <Link className={classOf({ ...(look && { look }), ...(large && { large }) }, className)} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}
