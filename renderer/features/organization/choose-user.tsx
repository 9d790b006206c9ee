import type { OrganizationContent } from '../../../shared/model/index.ts';
import { showOrganizationPage } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Place } from '../../ui/place.tsx';
import { useEscape } from './use-escape.ts';

const close = () => showOrganizationPage(null);

/** Leads back to the list of users. */
export const BackToUsers = () => (
  <Button kind="quiet" onClick={close}>
    Users
  </Button>
);

interface ChooseUserProps {
  readonly title: string;
  readonly users: OrganizationContent['users'];
  readonly onChoose: (userId: string) => void;
}

/** The first step of a page about a user that was opened without one. */
export function ChooseUser({ title, users, onChoose }: ChooseUserProps) {
  useEscape(close);
  return (
    <div className="organization">
      <Place title={title} before={<BackToUsers />}>
        <div className="choose-user">
          <SelectField
            label="User"
            value=""
            choices={[
              { value: '', label: 'Choose a user' },
              ...users.map(({ id, name, email }) => ({
                value: id,
                label: email === null ? name : `${name}, ${email}`,
              })),
            ]}
            onChange={(id) => id !== '' && onChoose(id)}
          />
        </div>
      </Place>
    </div>
  );
}
