import type { AllergyKind, AllergyReaction } from '@sukoyaka/wire/record/illness'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { isSame } from '../../../ui/form/form-state.ts'
import { lengthOf } from '../../../ui/form/length.ts'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
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
  const [add] = useAddAllergyReactionMutation()
  const [change] = useChangeAllergyReactionMutation()
  const [remove] = useRemoveAllergyReactionMutation()

  const sendKind = (kind: AllergyKind, { state, description }: Draft[AllergyKind]) => {
    const saved = reactions.find((reaction) => reaction.kind === kind)
    const row = { is_occured: state === 'yes', description: description.trim() }
    if (state === 'unasked') return saved ? remove({ id: saved.id }) : undefined
    if (!saved) return add({ user_id, kind, ...row })
    const isUnchanged = saved.is_occured === row.is_occured && saved.description === row.description
    return isUnchanged ? undefined : change({ id: saved.id, updated_at: saved.updated_at, ...row })
  }
  const form = useForm(`allergy_reactions/${user_id}`, first, {
    check: (draft) => Object.fromEntries(kindsInOrder.map((kind) => [kind, lengthOf(draft[kind].description) > maxDescriptionLength])),
    send: (draft) => {
      const changed = kindsInOrder.filter((kind) => !isSame(draft[kind], first[kind]))
      const requests = Promise.all(changed.map((kind) => sendKind(kind, draft[kind])))
      return changed.length ? requests.then((results) => results.find((result) => result?.error) ?? {}) : undefined
    },
    messages: { done: t('allergy.saved'), failed: t('allergy.failed') },
    onClose,
    onReopen,
  })
  return (
    <FormDialog form={form} title={t('allergy.edit')} width={640}>
      {kindsInOrder.map((kind) => {
        const { state, description } = form.values[kind]
        return (
          <section key={kind} className={classes.kind} aria-label={t(`allergy.${kind}`)}>
            <div className={classes.head}>
              <h3>{t(`allergy.${kind}`)}</h3>
              <Segmented
                label={t('allergy.kind', { kind: t(`allergy.${kind}`) })}
                value={state}
                onChange={(next) => form.put({ [kind]: { state: next, description } })}
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
                onChange={(text) => form.put({ [kind]: { state, description: text } })}
                maxLength={maxDescriptionLength}
                rows={1}
              />
            ) : null}
          </section>
        )
      })}
    </FormDialog>
  )
}
