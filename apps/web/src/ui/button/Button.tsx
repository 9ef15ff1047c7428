import { IconChevronRight } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { Spinner } from '../loading/Spinner.tsx'
import classes from './Button.module.css'

export type ButtonKind = 'primary' | 'secondary' | 'soft' | 'ghost' | 'neutral' | 'danger' | 'danger-outline'
export type ControlSize = 'small' | 'medium' | 'large'

type Look = { kind?: ButtonKind; size?: ControlSize; icon?: ReactNode; forward?: boolean; block?: boolean }

const buttonClass = ({ kind = 'secondary', size = 'medium', block }: Look, extra?: string) =>
  [classes.button, kind === 'danger-outline' ? classes.dangerOutline : classes[kind], classes[size], block && classes.block, extra].filter(Boolean).join(' ')

/** While `loading` the button keeps its width and focus and ignores clicks. `icon` is on the left; `forward` adds an arrow on the right. */
export function Button({
  kind,
  size,
  icon,
  forward,
  block,
  loading = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: Look & { loading?: boolean } & ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ kind, size, block }, className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={(event) => (loading ? event.preventDefault() : onClick?.(event))}
    >
      {icon || (loading && forward) ? <span className={classes.icon}>{loading ? <Spinner /> : icon}</span> : null}
      {loading && !icon && !forward ? (
        <>
          <span className={classes.veiled}>{children}</span>
          <span className={classes.centre}>
            <Spinner />
          </span>
        </>
      ) : (
        children
      )}
      {forward && !loading ? <IconChevronRight className={classes.forward} aria-hidden /> : null}
    </button>
  )
}

/** Navigation link styled as a button. */
export function ButtonLink({ kind, size, icon, forward, block, className, children, ...rest }: Look & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={buttonClass({ kind, size, block }, className)}>
      {icon ? <span className={classes.icon}>{icon}</span> : null}
      {children}
      {forward ? <IconChevronRight className={classes.forward} aria-hidden /> : null}
    </Link>
  )
}
