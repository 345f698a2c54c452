import type { Conversation } from "../conversation/conversation";
import { Button } from "../design/button";
import type { TurnView } from "../stream/turn_view";
import styles from "./choice_buttons.module.css";

interface Props {
  choices: NonNullable<TurnView["choices"]>;
  open: boolean;
  conversation: Conversation;
}

/** Buttons for the question just asked; once the conversation has gone on they rest. */
export function ChoiceButtons({ choices, open, conversation }: Props) {
  if (!open) return null;
  return (
    <fieldset className={styles.choices}>
      <legend className="hidden">{choices.question}</legend>
      {choices.options.map((option) => (
        <Button
          key={option.value}
          onClick={() => conversation.say(option.value, { shown: option.label })}
        >
          {option.label}
        </Button>
      ))}
    </fieldset>
  );
}
