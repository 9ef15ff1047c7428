import { IconRefresh } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ReactNode, useEffect } from 'react'
import { Button } from '../../ui/button/Button.tsx'
import { LogoMark } from '../../ui/text/Wordmark.tsx'
import classes from './Failure.module.css'

type Props = {
  title: string
  text: string
  number?: string
  brand?: ReactNode
  actions?: ReactNode
  action?: string
  onAction?: () => void
  isInShell?: boolean
}

/** Full-page error. The text is passed in, because the page is also shown when no translations could be loaded. */
export function Failure({ title, text, number, brand = <LogoMark size={30} />, actions, action, onAction, isInShell = false }: Props) {
  // the shell already contains the `main` element
  const Body = isInShell ? 'div' : 'main'
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className={clsx(classes.page, isInShell && classes.inShell)} data-density="comfortable">
      {brand ? <header>{brand}</header> : null}
      <Body className={classes.body}>
        <svg width="360" height="150" viewBox="0 0 360 150" fill="none" aria-hidden="true" data-drawn>
          <rect y="40" width="360" height="52" rx="4" fill="var(--band)" />
          <path d="M0 40H360M0 92H360" stroke="var(--band-edge)" />
          <path d="M4 76c36-4 52-24 84-20s44 22 74 14" stroke="var(--chart-line)" strokeWidth="2.5" strokeLinecap="round" />
          <path d="M196 88c14 14 26 22 44 24" stroke="var(--chart-line)" strokeWidth="2.5" strokeLinecap="round" strokeDasharray="2 8" />
          <circle cx="88" cy="56" r="6" fill="var(--healthy-mark)" />
          <circle cx="162" cy="70" r="6" fill="var(--healthy-mark)" />
          <circle cx="262" cy="114" r="8" stroke="var(--unknown-mark)" strokeWidth="3" fill="var(--bg-page)" />
        </svg>
        {number ? <p className={classes.number}>{number}</p> : null}
        <h1>{title}</h1>
        <p className={classes.text}>{text}</p>
        <div className={classes.actions}>
          {actions}
          {action && onAction ? (
            <Button kind="primary" size="large" icon={<IconRefresh aria-hidden />} onClick={onAction}>
              {action}
            </Button>
          ) : null}
        </div>
      </Body>
    </div>
  )
}
