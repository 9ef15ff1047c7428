import { IconPencil, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { MixedText } from '../text/MixedText.tsx'
import { Dialog } from './Dialog.tsx'
import classes from './RecordsDialog.module.css'

export type Entry = {
  key: number
  title: string
  /** Language of the whole title. Without it, Japanese words in the title are marked. */
  lang?: string
  /** Lines below the title; empty ones are left out. */
  lines?: readonly (string | false | null | undefined)[]
  /** Optimistic row without a server id; it cannot be edited yet. */
  isOptimistic?: boolean
  onEdit: () => void
  more?: ReactNode
}
export type Group = { key: string; title?: string; add?: { label: string; onClick: () => void }; none: string; entries: readonly Entry[] }

/** All records of a card with edit and add actions. */
export function RecordsDialog({ title, groups, onClose }: { title: string; groups: readonly Group[]; onClose: () => void }) {
  const { t } = useTranslation(['ui', 'common'])
  return (
    <Dialog
      title={title}
      width={640}
      onClose={onClose}
      footer={(close) => (
        <Button kind="secondary" onClick={close}>
          {t('common:action.close')}
        </Button>
      )}
    >
      {groups.map(({ key, title: heading, add, none, entries }) => (
        <section key={key} className={classes.group} aria-label={heading ?? title}>
          <div className={classes.head}>
            {heading ? <h3>{heading}</h3> : null}
            {add ? (
              <Button kind="soft" size="small" icon={<IconPlus aria-hidden />} onClick={add.onClick}>
                {add.label}
              </Button>
            ) : null}
          </div>
          {entries.length === 0 ? <p className={classes.none}>{none}</p> : null}
          <ul>
            {entries.map((entry) => (
              <li key={entry.key} className={classes.row}>
                <div className={classes.words}>
                  <p className={classes.title} lang={entry.lang}>
                    {entry.lang ? entry.title : <MixedText text={entry.title} />}
                  </p>
                  {(entry.lines ?? []).flatMap((line) =>
                    line
                      ? [
                          <p key={line} className={classes.line}>
                            {line}
                          </p>,
                        ]
                      : [],
                  )}
                </div>
                <div className={classes.actions}>
                  {entry.isOptimistic ? null : entry.more}
                  <IconButton
                    label={entry.isOptimistic ? t('ui:record.saving') : t('ui:record.edit', { what: entry.title })}
                    icon={<IconPencil aria-hidden />}
                    disabled={entry.isOptimistic}
                    onClick={entry.onEdit}
                  />
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}
