import { DatasetPage } from '../lists/dataset-page.tsx';

export default function RegistersPage() {
  return <DatasetPage kind="register" />;
}
