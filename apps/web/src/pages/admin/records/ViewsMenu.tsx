import type { SavedView } from '@sukoyaka/wire/boards/admin/view'
import { IconBookmark, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { save } from '../../../ui/form/save.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { MenuButton, type MenuItem } from '../../../ui/overlay/MenuButton.tsx'
import { useLabels } from './labels.ts'
import type { AdminTable } from './table.ts'
import { useAddViewMutation, useChangeViewMutation, useListViewsQuery, useRemoveViewMutation } from './views-api.ts'

type Props = {
  table: AdminTable
  /** Search, filters, order and hidden columns as they are now, in the form of the URL's query. */
  query: string
  onApply: (query: string) => void
}

/** The saved views of a list: one's own and those that others share. */
export function ViewsMenu({ table, query, onApply }: Props) {
  const { t } = useLabels()
  const { data } = useListViewsQuery({ table: table.name })
  const [change] = useChangeViewMutation()
  /** `new` while the user saves a new view, else the view whose name and sharing are being edited. */
  const [edited, setEdited] = useState<SavedView | 'new'>()
  /** The view that was applied or saved last. If it is one's own, it can be replaced by the current state of the list. */
  const [appliedId, setAppliedId] = useState<number>()
  const views = data?.items ?? []
  const applied = views.find(({ id, is_own }) => is_own && id === appliedId)
  const itemOf = (view: SavedView): MenuItem => ({
    key: String(view.id),
    label: view.name,
    ...(view.query === query && { icon: <IconCheck aria-label={t('views.current')} /> }),
    onPick: () => {
      setAppliedId(view.id)
      onApply(view.query)
    },
  })
  const groupOf = (key: string, heading: string, items: SavedView[]): MenuItem[] => (items.length ? [{ key, heading }, ...items.map(itemOf)] : [])
  const replace = ({ id, name, is_shared, updated_at }: SavedView) =>
    save(() => change({ id, name, is_shared, query, updated_at }), { done: t('views.saved'), failed: t('views.failed'), text: name })
  const forApplied: MenuItem[] = applied
    ? [
        ...(applied.query === query ? [] : [{ key: 'replace', label: t('views.replace', { name: applied.name }), onPick: () => void replace(applied) }]),
        { key: 'edit', label: t('views.edit', { name: applied.name }), onPick: () => setEdited(applied) },
      ]
    : []
  return (
    <>
      <MenuButton
        label={t('views.menu')}
        icon={<IconBookmark aria-hidden />}
        items={[
          ...groupOf(
            'own',
            t('views.own'),
            views.filter(({ is_own }) => is_own),
          ),
          ...groupOf(
            'shared',
            t('views.shared'),
            views.filter(({ is_own }) => !is_own),
          ),
          { key: 'actions', heading: t('views.now') },
          { key: 'new', label: t('views.add'), onPick: () => setEdited('new') },
          ...forApplied,
        ]}
      />
      {edited ? (
        <ViewDialog table={table} view={edited === 'new' ? undefined : edited} query={query} onClose={() => setEdited(undefined)} onSaved={setAppliedId} />
      ) : null}
    </>
  )
}

type DialogProps = { table: AdminTable; view: SavedView | undefined; query: string; onClose: () => void; onSaved: (id: number) => void }

function ViewDialog({ table, view, query, onClose, onSaved }: DialogProps) {
  const { t } = useLabels()
  const [add] = useAddViewMutation()
  const [change] = useChangeViewMutation()
  const [remove] = useRemoveViewMutation()
  const form = useForm<{ name: string; is_shared: boolean }, SavedView>(
    `admin/${table.name}/views/${view?.id ?? 'new'}`,
    { name: view?.name ?? '', is_shared: view?.is_shared ?? false },
    {
      ...(view && { version: view.updated_at }),
      check: ({ name }) => ({ name: !name.trim() && t('required') }),
      send: ({ name, is_shared }, updated_at) =>
        view
          ? change({ id: view.id, name: name.trim(), is_shared, query: view.query, updated_at: updated_at! })
          : add({ table: table.name, name: name.trim(), is_shared, query }),
      messages: ({ name }) => ({ done: t('views.saved'), failed: t('views.failed'), text: name.trim() }),
      onSaved: ({ id }) => onSaved(id),
      onClose,
    },
  )
  return (
    <FormDialog
      form={form}
      title={view ? t('views.editTitle') : t('views.addTitle')}
      removal={
        view && {
          title: t('views.removeTitle'),
          question: t('views.removeQuestion'),
          confirm: t('remove'),
          what: view.name,
          send: () => remove({ id: view.id }),
          done: t('removed'),
          failed: t('removeFailed'),
        }
      }
    >
      <TextInput data-autofocus label={t('views.name')} required maxLength={60} autoComplete="off" {...form.field('name')} />
      <Checkbox label={t('views.share')} checked={form.values.is_shared} onChange={(event) => form.put({ is_shared: event.currentTarget.checked })} />
    </FormDialog>
  )
}
