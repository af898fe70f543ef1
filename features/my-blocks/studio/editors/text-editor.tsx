import { LONGEST_TEXT, FONT_SIZES } from '#features/my-blocks/kinds/text.ts'
import { colorOf, fieldOf, objectOf } from '#features/my-blocks/kinds/read-json.ts'
import { Field } from '#ui/base/field.tsx'
import { Input, Textarea } from '#ui/base/input.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { type EditorProps, typedText, withField } from './editor.ts'

const INK = '#333333'

/** Edits a text, its size and its color. */
export function TextEditor({ data, onChange, problems }: EditorProps) {
  const style = objectOf(fieldOf(data, 'style'))
  const size = fieldOf(style, 'fontSize')
  const color = colorOf(fieldOf(style, 'color'))
  const setStyle = (name: string, value: unknown) =>
    onChange(withField(data, 'style', withField(style, name, value)))
  return (
    <>
      <Field label="Text" hint="An empty line starts a new paragraph." error={problems.get('content')}>
        {(control) => (
          <Textarea
            {...control}
            rows={8}
            maxLength={LONGEST_TEXT}
            value={typedText(fieldOf(data, 'content'))}
            onChange={(event) => onChange(withField(data, 'content', event.currentTarget.value))}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Field label="Size" hint="In pixels." error={problems.get('style.fontSize')}>
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="numeric"
              min={FONT_SIZES.smallest}
              max={FONT_SIZES.largest}
              value={Number.parseInt(typedText(size), 10) || ''}
              onChange={({ currentTarget }) =>
                setStyle('fontSize', currentTarget.value === '' ? undefined : currentTarget.valueAsNumber)
              }
            />
          )}
        </Field>
        <div className="flex flex-col gap-2">
          <Field
            label="Color"
            hint="Adjusted if needed, so that text stays readable on your page."
            error={problems.get('style.color')}
          >
            {(control) => (
              <Input
                {...control}
                type="color"
                className="cursor-pointer p-1!"
                disabled={!color}
                value={color ?? INK}
                onChange={(event) => setStyle('color', event.currentTarget.value)}
              />
            )}
          </Field>
          <Checkbox
            checked={!color}
            onChange={(event) => setStyle('color', event.currentTarget.checked ? undefined : INK)}
          >
            Use theme color
          </Checkbox>
        </div>
      </div>
    </>
  )
}
