import type { unsaved } from '@sukoyaka/phrases/unsaved'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { UnsavedForm } from '../../../api/unsent/count.ts'
import classes from './SignOutQuestion.module.css'

type Kind = keyof typeof unsaved.ja

/** Patient of a page such as `/12/summary`. */
export const patientOfPage = (page: string | undefined) => Number(/^\/(?:messages\/)?(\d+)\b/.exec(page ?? '')?.[1]) || undefined

/** Names of unsaved forms, with links to their pages. Loads the names, so it is below a Suspense boundary of its own: offline they may not load. */
export function UnsavedForms({ forms, nameOf, onLeave }: { forms: readonly UnsavedForm[]; nameOf: (id: number) => string | undefined; onLeave: () => void }) {
  const { t, i18n } = useTranslation('unsaved')
  const labelOf = ({ kind, page }: UnsavedForm) => {
    const form = t(i18n.exists(`unsaved:${kind}`) ? (kind as Kind) : 'other')
    const id = patientOfPage(page)
    const name = id === undefined ? undefined : nameOf(id)
    return name ? t('named', { form, name }) : form
  }
  // several inputs of one page, such as the comments of the release queue, need one link
  const rows = new Map(forms.map((form) => [`${labelOf(form)} ${form.page}`, form]))
  return [...rows].map(([key, form]) =>
    form.page ? (
      <Link key={key} to={form.page} className={classes.place} onClick={onLeave}>
        {labelOf(form)}
      </Link>
    ) : (
      <span key={key} className={classes.place}>
        {labelOf(form)}
      </span>
    ),
  )
}
