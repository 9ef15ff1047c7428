import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { EditCard } from '../../ui/loading/EditCard.tsx'
import type { Query } from '../../ui/loading/QueryView.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'
import type { OpenView } from './dialogs/disease-field.ts'
import classes from './History.module.css'

type Props<T> = {
  /** Translation prefix: `<section>.title`, `<section>.empty` and so on. */
  section: 'past' | 'family' | 'operation'
  query: Query<{ items: T[] }>
  /** Edit dialog; `view` is the list, a new row or the opened row. */
  dialog: (items: T[], view: OpenView<T>, onView: (view: OpenView<T> | undefined) => void) => ReactNode
  children: (items: T[]) => ReactNode
}

/** Card for one kind of history, with an edit dialog for users with write permission. */
export function HistoryCard<T extends { id: number }>({ section, query, dialog, children }: Props<T>) {
  const { t } = useTranslation('illness')
  const mayWrite = usePermission('diagnoses.write')
  const [view, setView] = useState<OpenView<T>>()
  return (
    <EditCard
      title={t(`${section}.title`)}
      query={query}
      error={t(`${section}.error`)}
      empty={t(`${section}.empty`)}
      edit={t(`${section}.edit`)}
      onEdit={mayWrite ? () => setView('list') : undefined}
      onAdd={mayWrite ? () => setView('new') : undefined}
      more={view !== undefined && query.currentData ? <Suspense>{dialog(query.currentData.items, view, setView)}</Suspense> : null}
    >
      {({ items }) => children(items)}
    </EditCard>
  )
}

/** `detail` is free text; line breaks are kept. */
export function HistoryRow({ name, about, detail }: { name: string; about: ReactNode; detail: string }) {
  const language = useLanguage()
  return (
    <li className={classes.row}>
      <p className={classes.name} lang={recordLang(name, language)}>
        {name}
      </p>
      <p className={classes.about}>{about}</p>
      {detail ? (
        <p className={classes.detail} lang={recordLang(detail, language)}>
          {detail}
        </p>
      ) : null}
    </li>
  )
}
