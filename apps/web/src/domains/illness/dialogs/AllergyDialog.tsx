import type { AllergyKind, AllergyReaction } from '@sukoyaka/wire/record/illness'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { lengthOf } from '../../../ui/form/length.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useRecordForm } from '../../../ui/form/use-record-form.ts'
import { kindsInOrder } from '../allergies.ts'
import { useAddAllergyReactionMutation, useChangeAllergyReactionMutation, useRemoveAllergyReactionMutation } from '../api.ts'
import classes from './AllergyDialog.module.css'

const maxDescriptionLength = 2000
type State = 'unasked' | 'no' | 'yes'
type Draft = Record<AllergyKind, { state: State; description: string }>

const draftOf = (reactions: AllergyReaction[]) =>
  Object.fromEntries(
    kindsInOrder.map((kind) => {
      const saved = reactions.find((reaction) => reaction.kind === kind)
      return [kind, { state: saved ? (saved.is_occured ? 'yes' : 'no') : 'unasked', description: saved?.description ?? '' }]
    }),
  ) as Draft

type Props = { user_id: number; reactions: AllergyReaction[]; onClose: () => void; onReopen: () => void }

/** All kinds of allergy in one form: not asked, none, or a reaction with details. Saves only the changed kinds. */
export function AllergyDialog({ user_id, reactions, onClose, onReopen }: Props) {
  const { t } = useTranslation('illness')
  const first = draftOf(reactions)
  const { draft, put, dialogProps, submitChange } = useRecordForm<Draft>(`allergy_reactions/${user_id}`, first, { onLeave: onClose, onRejected: onReopen })
  const [add] = useAddAllergyReactionMutation()
  const [change] = useChangeAllergyReactionMutation()
  const [remove] = useRemoveAllergyReactionMutation()

  const send = (kind: AllergyKind) => {
    const saved = reactions.find((reaction) => reaction.kind === kind)
    const { state, description: text } = draft[kind]
    const row = { is_occured: state === 'yes', description: text.trim() }
    if (state === 'unasked') return saved ? remove({ id: saved.id }) : undefined
    if (!saved) return add({ user_id, kind, ...row })
    const isUnchanged = saved.is_occured === row.is_occured && saved.description === row.description
    return isUnchanged ? undefined : change({ id: saved.id, updated_at: saved.updated_at, ...row })
  }
  const submit = () => {
    if (kindsInOrder.some((kind) => lengthOf(draft[kind].description) > maxDescriptionLength)) return false
    const changed = kindsInOrder.filter((kind) => JSON.stringify(draft[kind]) !== JSON.stringify(first[kind]))
    if (changed.length)
      submitChange(async () => (await Promise.all(changed.map(send))).find((result) => result?.error) ?? {}, {
        done: t('allergy.saved'),
        failed: t('allergy.failed'),
      })
    else dialogProps.onClose()
    return true
  }
  return (
    <RecordForm {...dialogProps} title={t('allergy.edit')} width={640} onSubmit={submit}>
      {kindsInOrder.map((kind) => {
        const { state, description } = draft[kind]
        return (
          <section key={kind} className={classes.kind} aria-label={t(`allergy.${kind}`)}>
            <div className={classes.head}>
              <h3>{t(`allergy.${kind}`)}</h3>
              <Segmented
                label={t('allergy.kind', { kind: t(`allergy.${kind}`) })}
                value={state}
                onChange={(next) => put({ [kind]: { state: next, description } })}
                options={[
                  { value: 'unasked', label: t('allergy.unasked') },
                  { value: 'no', label: t('allergy.none') },
                  { value: 'yes', label: t('allergy.occurred') },
                ]}
              />
            </div>
            {state === 'yes' ? (
              <TextArea
                label={t('allergy.detail')}
                hint={t('allergy.detailHint')}
                value={description}
                onChange={(text) => put({ [kind]: { state, description: text } })}
                maxLength={maxDescriptionLength}
                rows={1}
              />
            ) : null}
          </section>
        )
      })}
    </RecordForm>
  )
}
