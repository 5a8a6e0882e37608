interface SwitchProps<T extends string> {
  label: string;
  options: readonly (readonly [value: T, label: string])[];
  chosen: T;
  onChoose: (value: T) => void;
}

/** One of a few, all seen at once. */
export function Switch<T extends string>({ label, options, chosen, onChoose }: SwitchProps<T>) {
  return (
    <fieldset class="choice system-switch" aria-label={label}>
      {options.map(([value, text]) => (
        <button key={value} type="button" aria-pressed={chosen === value} onClick={() => onChoose(value)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
